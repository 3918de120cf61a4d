// Where the focus is: what has it, whether that can be seen, and where it stands. Null where it is nowhere.
() => {
  const node = document.activeElement;
  if (!node || node === document.body || node === document.documentElement) return null;
  const around = [node, node.nextElementSibling, node.closest("label"), node.closest(".choice"), ...node.querySelectorAll("polygon")];
  const isRinged = around.filter(Boolean).some((one) => {
    const style = getComputedStyle(one);
    const isOutlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
    return isOutlined || (one.localName === "polygon" && style.stroke !== "none" && parseFloat(style.strokeWidth) >= 2);
  });
  const shown = node.closest("label") ?? node;
  const box = shown.getBoundingClientRect();
  const isInView = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  const number = (window.stops ??= []).indexOf(node);
  if (number < 0) window.stops.push(node);
  return {
    told: node.outerHTML.replace(/\s+/g, " ").slice(0, 110),
    again: number >= 0,
    inMain: node.closest("main") !== null && !node.closest("svg, .picture"),
    isRinged, isInView,
    top: box.top + scrollY, left: box.left,
  };
}
