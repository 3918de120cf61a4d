// What would keep somebody from using the page: controls without a name, ids that are there twice, headings that skip
// a level, words too pale to read, targets too small for a finger.
() => {
  const found = [];
  const seen = (node) => node.checkVisibility({ visibilityProperty: true }) && node.getClientRects().length > 0;
  const told = (node) => node.outerHTML.replace(/\s+/g, " ").slice(0, 120);
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);

  for (const field of all("input:not([type=hidden]), select, textarea"))
    if (!field.labels?.length && !field.getAttribute("aria-label")) found.push(`no label: ${told(field)}`);
  for (const target of all("button, a, summary, [role=img], svg[role]")) {
    const named = target.innerText?.trim() || target.textContent.trim() || target.getAttribute("aria-label");
    if (!named && !target.querySelector("[aria-label]")) found.push(`no name: ${told(target)}`);
  }

  const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) found.push(`id twice: ${id}`);
  for (const node of all("[aria-labelledby], [aria-describedby]"))
    for (const id of (node.getAttribute("aria-labelledby") ?? node.getAttribute("aria-describedby")).split(" "))
      if (!document.getElementById(id)) found.push(`names nothing: ${told(node)}`);

  const levels = all("h1, h2, h3, h4").map((node) => Number(node.tagName[1]));
  if (levels.filter((level) => level === 1).length > 1) found.push("two main headings");
  levels.forEach((level, at) => { if (at && level > levels[at - 1] + 1) found.push(`h${levels[at - 1]} then h${level}`); });

  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const rgba = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const ground = (node) => {
    for (let one = node; one; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (style.backgroundImage !== "none") return null;
      const color = rgba(style.backgroundColor);
      if (color[3] === 255) return color;
    }
    return [255, 255, 255, 255];
  };
  const faded = (node) => node && (Number(getComputedStyle(node).opacity) < 0.9 || faded(node.parentElement));
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const node = words.currentNode.parentElement;
    if (!words.currentNode.data.trim() || !seen(node) || node.closest(".unseen, .brand-name, option, script") || faded(node)) continue;
    const behind = ground(node);
    if (!behind) continue;
    const [a, b] = [light(rgba(getComputedStyle(node).color)), light(behind)].sort((x, y) => y - x);
    const size = parseFloat(getComputedStyle(node).fontSize);
    const wanted = size >= 24 || (size >= 18.6 && Number(getComputedStyle(node).fontWeight) >= 700) ? 3 : 4.5;
    if ((a + 0.05) / (b + 0.05) < wanted) found.push(`pale ${((a + 0.05) / (b + 0.05)).toFixed(1)}: ${words.currentNode.data.trim().slice(0, 40)}`);
  }

  for (const target of all("button, .button, select, summary, .chip, .ink-choice, a.tile")) {
    const box = target.getBoundingClientRect();
    if (Math.min(box.width, box.height) < 24) found.push(`small: ${told(target)}`);
  }
  return [...new Set(found)];
}
