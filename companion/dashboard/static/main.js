// Makes the pages quicker where scripts run; without them every link and form works the same.
import { watchDialogs } from "./dialog.js";
import { watchLinks } from "./inplace.js";
import { watchDemo } from "./demo.js";
import { watchRows } from "./rows.js";
import { watchUploads } from "./upload.js";

document.documentElement.classList.add("js");
watchLinks();
watchDialogs();
watchUploads();
watchRows();
watchDemo();
