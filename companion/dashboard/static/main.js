// Makes the pages quicker where scripts run; without them every link and form works the same.
import { watchAnimation } from "./animation.js";
import { watchAgreement } from "./agreement.js";
import { watchBoxes } from "./boxes.js";
import { watchComposer } from "./compose.js";
import { watchDialogs } from "./dialog.js";
import { SWAPPED, watchLinks } from "./inplace.js";
import { watchCamera } from "./camera.js";
import { watchDemo } from "./demo.js";
import { watchHouse } from "./house.js";
import { watchKeys } from "./keys.js";
import { watchInstall } from "./install.js";
import { watchMatches } from "./live.js";
import { watchPhone } from "./phone.js";
import { watchPhotos } from "./photos.js";
import { watchReplay } from "./replay.js";
import { watchRows } from "./rows.js";
import { watchRules } from "./rules.js";
import { watchSharing } from "./share.js";
import { watchSigns } from "./signs.js";
import { watchSums } from "./summed.js";
import { watchTournaments } from "./tournament.js";
import { watchTroubles } from "./troubles.js";
import { watchTurning } from "./turning.js";
import { watchUploads } from "./upload.js";
import { watchVoice } from "./voice.js";
import { watchZones } from "./zones.js";

document.documentElement.classList.add("js");
if (!window.HTMLDialogElement || !window.EventSource) document.getElementById("old-browser").style.display = "block";
watchLinks();
watchDialogs();
watchUploads();
watchPhotos();
watchSums();
watchReplay();
watchAnimation();
watchRows();
watchDemo();
watchAgreement();
watchComposer();
watchBoxes();
watchKeys();
watchSigns();
watchMatches();
watchCamera();
watchZones();
watchPhone();
watchVoice();
watchInstall();
watchTournaments();
watchTroubles();
watchTurning();
watchSharing();
watchRules();
watchHouse();
whereThereIs("[data-viewfinder]", () => import("./viewfinder.js").then((module) => module.watchViewfinder()));
whereThereIs("[data-film]", () => import("./film.js").then((module) => module.watchFilm()));

/** Begins, once, what only pages with such an element need: others do not fetch it. */
function whereThereIs(selector, begin) {
  if (document.querySelector(selector)) begin();
  else document.addEventListener(SWAPPED, () => whereThereIs(selector, begin), { once: true });
}
