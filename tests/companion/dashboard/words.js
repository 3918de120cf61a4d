() => {
  // Words of names and headings that are broken in the middle though no column is too narrow for them.
  const longest = 14;
  const broken = [];
  for (const holder of document.querySelectorAll("main :is(.name, .how, .where, h1, h2, h3, th, td, label, summary, button)")) {
    const walk = document.createTreeWalker(holder, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      for (const found of walk.currentNode.data.matchAll(/[\p{L}\p{N}'’().,:]+/gu)) {
        if (found[0].length > longest) continue;
        const range = document.createRange();
        range.setStart(walk.currentNode, found.index);
        range.setEnd(walk.currentNode, found.index + found[0].length);
        const lines = new Set([...range.getClientRects()].filter((box) => box.width > 0).map((box) => Math.round(box.top)));
        if (lines.size > 1) broken.push(found[0]);
      }
    }
  }
  return [...new Set(broken)];
}
