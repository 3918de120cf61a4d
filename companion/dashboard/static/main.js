// Makes the pages quicker where scripts run; without them every link and form works the same.
import { watchComposer } from "./compose.js";
import { watchDialogs } from "./dialog.js";
import { watchLinks } from "./inplace.js";
import { watchDemo } from "./demo.js";
import { watchKeys } from "./keys.js";
import { watchInstall } from "./install.js";
import { watchMatches } from "./live.js";
import { watchPhone } from "./phone.js";
import { watchRows } from "./rows.js";
import { watchTournaments } from "./tournament.js";
import { watchUploads } from "./upload.js";
import { watchVoice } from "./voice.js";

document.documentElement.classList.add("js");
watchLinks();
watchDialogs();
watchUploads();
watchRows();
watchDemo();
watchComposer();
watchKeys();
watchMatches();
watchPhone();
watchVoice();
watchInstall();
watchTournaments();
