// Sends a picture on with whatever the telephone offers; elsewhere the link shows it, or keeps it as a file.
export function watchSharing() {
  document.addEventListener("click", async (event) => {
    const link = event.target.closest?.("a[data-share]");
    if (!link || !navigator.canShare) return;
    event.preventDefault();
    const answer = await fetch(link.href, { credentials: "same-origin" }).catch(() => null);
    if (!answer?.ok) return void (location.href = link.href);
    const file = new File([await answer.blob()], `${link.dataset.share}.png`, { type: "image/png" });
    if (!navigator.canShare({ files: [file] })) return link.hasAttribute("download") ? keep(file) : void (location.href = link.href);
    await navigator.share({ files: [file], title: document.title }).catch(() => undefined);
  });
}

function keep(file) {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
