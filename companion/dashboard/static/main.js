// Makes the pages quicker where scripts run; without them every link and form works the same.
import { watchAnimation } from "./animation.js";
import { watchAgreement } from "./agreement.js";
import { watchFieldErrors } from "./field_errors.js";
import { watchComposer } from "./move_composer.js";
import { watchDialogs } from "./dialog.js";
import { SWAPPED, watchLinks } from "./partial_pages.js";
import { watchCamera } from "./camera.js";
import { watchDemo } from "./demo.js";
import { watchHouse } from "./house_rules.js";
import { watchKeys } from "./tile_keyboard.js";
import { watchInstall } from "./install.js";
import { watchMatches } from "./live.js";
import { watchPhone } from "./phone.js";
import { watchPhotos } from "./hand_photos.js";
import { watchReplay } from "./replay.js";
import { watchRows } from "./row_highlight.js";
import { watchRules } from "./rules.js";
import { watchSharing } from "./share.js";
import { watchMinusSigns } from "./minus_sign.js";
import { watchSums } from "./paper_sheet.js";
import { watchTournaments } from "./tournament.js";
import { watchAlerts } from "./house_alerts.js";
import { watchPaging } from "./tv_paging.js";
import { watchUploads } from "./upload.js";
import { watchAnnouncements } from "./announcements.js";
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
watchFieldErrors();
watchKeys();
watchMinusSigns();
watchMatches();
watchCamera();
watchZones();
watchPhone();
watchAnnouncements();
watchInstall();
watchTournaments();
watchAlerts();
watchPaging();
watchSharing();
watchRules();
watchHouse();
whereThereIs("[data-viewfinder]", () => import("./viewfinder.js").then((module) => module.watchViewfinder()));
whereThereIs("[data-census]", () => import("./census.js").then((module) => module.watchCensus()));
whereThereIs("[data-film]", () => import("./film.js").then((module) => module.watchFilm()));

/** Begins, once, what only pages with such an element need: others do not fetch it. */
function whereThereIs(selector, begin) {
  if (document.querySelector(selector)) begin();
  else document.addEventListener(SWAPPED, () => whereThereIs(selector, begin), { once: true });
}
