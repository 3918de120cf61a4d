// Lets a browser install the pages as an app. Where it may not, as over an unknown certificate, nothing is missing.
export function watchInstall() {
  if (!window.isSecureContext || !navigator.serviceWorker) return;
  addEventListener("load", () => { navigator.serviceWorker.register("/worker.js").catch(() => {}); });
}
