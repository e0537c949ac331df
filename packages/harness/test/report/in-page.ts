/** Programs for the page. They are text, as the code of this repository knows no browser. */

/** Texts whose colour does not stand out from their ground by 4.5 to 1 (WCAG 2.2, 1.4.3). */
export const FAINT_TEXTS = `(() => {
  const probe = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (colour) => {
    probe.clearRect(0, 0, 1, 1);
    probe.fillStyle = colour;
    probe.fillRect(0, 0, 1, 1);
    return [...probe.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (colour) => {
    const [red, green, blue] = colour.slice(0, 3).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ground = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const before = at.previousElementSibling;
      if (at.tagName === 'text' && before?.tagName === 'rect') return rgba(getComputedStyle(before).fill);
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour[3] > 0) return colour;
    }
    return [255, 255, 255, 255];
  };
  const texts = [...document.querySelectorAll('body *')].filter(
    (element) =>
      !['title', 'desc'].includes(element.tagName) &&
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== ''),
  );
  if (texts.length < 20) return ['there is hardly any text'];
  return texts.flatMap((element) => {
    const style = getComputedStyle(element);
    const one = luminance(rgba(element instanceof SVGElement ? style.fill : style.color));
    const other = luminance(ground(element));
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    return contrast >= 4.5 ? [] : [contrast.toFixed(2) + ': ' + element.textContent.slice(0, 40)];
  });
})()`;

/** Texts in drawings that are cut off by the edge of their drawing. */
export const CLIPPED_TEXTS = `[...document.querySelectorAll('svg')]
  .filter((svg) => svg.checkVisibility({ contentVisibilityAuto: true }))
  .flatMap((svg) => {
    const edge = svg.getBoundingClientRect();
    return [...svg.querySelectorAll('text')]
      .filter((text) => {
        const box = text.getBoundingClientRect();
        return box.left < edge.left - 1 || box.right > edge.right + 1 || box.top < edge.top || box.bottom > edge.bottom;
      })
      .map((text) => text.textContent);
  })`;

/** Drawings that are wider than the sheet. */
export const WIDE_DRAWINGS = `[...document.querySelectorAll('svg')].filter(
  (svg) => svg.getBoundingClientRect().right > document.documentElement.clientWidth + 1,
).length`;

/** What has the focus, in words. */
export const FOCUSED = `document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent`;
