/**
 * Whether a file's name fits a pattern, in any case: with `*` (any characters) or `?` (one) it has to fit as a whole,
 * otherwise to contain it. Takes time of the order of both lengths multiplied, whatever the pattern.
 */
export function nameMatches(name: string, pattern: string): boolean {
  const [lowerName, lowerPattern] = [name.toLowerCase(), pattern.toLowerCase()];
  return /[*?]/.test(lowerPattern) ? fits(lowerName, lowerPattern) : lowerName.includes(lowerPattern);
}

/** Goes back only to the last star, which suffices: an earlier one could match nothing that the last one cannot. */
function fits(name: string, pattern: string): boolean {
  let at = 0;
  let place = 0;
  let star = -1;
  let starAt = 0;
  while (at < name.length) {
    if (pattern[place] === '*') {
      star = place;
      starAt = at;
      place += 1;
    } else if (place < pattern.length && (pattern[place] === '?' || pattern[place] === name[at])) {
      at += 1;
      place += 1;
    } else if (star >= 0) {
      place = star + 1;
      starAt += 1;
      at = starAt;
    } else {
      return false;
    }
  }
  return /^\**$/.test(pattern.slice(place));
}
