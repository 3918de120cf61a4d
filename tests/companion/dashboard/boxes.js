// What is wrong with the boxes of a page as it stands: controls that lie over one another, that are too small for a
// finger, or that stick out of the screen; words that are cut.
() => {
  const found = new Set();
  const told = (node) => node.outerHTML.replace(/\s+/g, " ").slice(0, 90);
  const seen = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && node.getClientRects().length > 0;
  const isOnlyHeard = (node) => getComputedStyle(node).clipPath === "inset(50%)"; // as .unseen is, on some screens
  const hidden = (node) => node.closest(".unseen, .skip, svg, [inert], noscript, .files") !== null || isOnlyHeard(node);
  const floats = (node) => {
    for (let one = node; one; one = one.parentElement) if (["fixed", "sticky"].includes(getComputedStyle(one).position)) return true;
    return false;
  };
  const scrolls = (node) => {
    for (let one = node; one && one !== document.body; one = one.parentElement)
      if (["auto", "scroll"].includes(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth) return true;
    return false;
  };
  const dialog = document.querySelector("dialog[open]");
  const root = dialog ?? document.body;
  const controls = [...root.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary, label.chip, label.button, label.check")]
    .filter((node) => seen(node) && !hidden(node) && !(node.matches("input") && node.closest("label.chip, label.button, label.choice, label.switch, label.check")));

  const boxes = controls.flatMap((node) => [...node.getClientRects()].map((box) => ({ node, box })));
  for (const [at, { node, box }] of boxes.entries()) {
    if (floats(node)) continue;
    for (const other of boxes.slice(at + 1)) {
      if (node.contains(other.node) || other.node.contains(node) || node === other.node || floats(other.node)) continue;
      const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
      if (wide > 2 && high > 2) found.add(`over one another: ${told(node)} | ${told(other.node)}`);
    }
  }

  const isInText = (node) => node.matches("a") && getComputedStyle(node).display === "inline";
  for (const node of controls) {
    const box = node.getBoundingClientRect();
    if (!isInText(node) && Math.min(box.width, box.height) < 24) found.add(`small: ${Math.round(box.width)} × ${Math.round(box.height)} ${told(node)}`);
    const isAction = node.matches("button:not(.tile, .joker-key), .button, summary, select, label.chip, label.check");
    if (isAction && box.height < 43.5) found.add(`low: ${Math.round(box.width)} × ${Math.round(box.height)} ${told(node)}`);
  }

  for (const node of root.querySelectorAll("main *, header *, dialog *")) {
    if (node.matches(".places, .tabs") && node.scrollWidth > node.clientWidth + 1) found.add(`has to be scrolled: ${node.scrollWidth - node.clientWidth} px ${told(node)}`);
    if (!seen(node) || hidden(node) || scrolls(node)) continue;
    const box = node.getBoundingClientRect();
    if (box.right > innerWidth + 1 || box.left < -1) found.add(`out of the screen: ${told(node)}`);
    const style = getComputedStyle(node);
    const isCut = ["hidden", "clip"].includes(style.overflowX) && node.scrollWidth > node.clientWidth + 1;
    if (isCut && node.innerText?.trim()) found.add(`cut: ${told(node)}`);
  }
  return [...found];
}
