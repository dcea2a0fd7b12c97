import type { SuggestionQuery } from "./SuggestionQuery.ts"
import { suggestionWords } from "./suggestionWords.ts"

const { after: suffixes, before: prefixes } = suggestionWords

/** Names per wanted one, because some are taken. */
const namesPerWanted = 3

/** Letters whose usual spelling in names is longer. */
const spellings: Readonly<Record<string, string>> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  ß: "ss",
  æ: "ae",
  ø: "oe",
  å: "aa",
  œ: "oe",
  ł: "l",
  đ: "d"
}

/** Letters and digits of ASCII, and hyphens inside. Other letters lose their marks. */
const labelOf = (text: string): string =>
  text.replace(/[äöüßæøåœłđ]/g, (letter) => spellings[letter] ?? letter)
    .normalize("NFKD")
    .replace(/[^a-z0-9-]/g, "")
    .replace(/^-+|-+$/g, "")
    .slice(0, 63)
    .replace(/-+$/, "")

/** Words of a text, without a TLD that it ends with, and that TLD. */
const parsed = (text: string, tlds: ReadonlyArray<string>) => {
  const lower = text.toLowerCase().trim()
  const named = tlds.filter((tld) => lower.endsWith(`.${tld}`)).toSorted((a, b) => b.length - a.length)[0]
  const rest = named === undefined ? lower : lower.slice(0, -named.length - 1)
  const words = rest.split(/[\s.,;:_/&+]+/).map(labelOf).filter((word) => word !== "")
  return { named, words }
}

/** Labels for words, the closest ones first: joined, with hyphens, then with each word after and before it. */
const labelsOf = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const joined = words.join("")
  const hyphenated = words.join("-")
  const extended = Array.from({ length: Math.max(prefixes.length, suffixes.length) }, (_, index) => [
    ...(suffixes[index] === undefined ? [] : [`${joined}${suffixes[index]}`, `${hyphenated}-${suffixes[index]}`]),
    ...(prefixes[index] === undefined ? [] : [`${prefixes[index]}${joined}`, `${prefixes[index]}-${hyphenated}`])
  ]).flat()
  const labels = [joined, hyphenated, ...(joined.endsWith("s") ? [] : [`${joined}s`]), ...extended]
  return Array.from(new Set(labels)).filter((label) => label.length <= 63 && !label.startsWith("xn--"))
}

/**
 * Names made from the words of a query. The rank of a name is the position of its label plus twice the position of its
 * TLD, so that `example.net` comes before `exampleshop.com`. A TLD that the query names comes first; otherwise the order
 * of `tlds` holds.
 */
export const suggestedNames = ({ limit, text, tlds }: SuggestionQuery): ReadonlyArray<string> => {
  const { named, words } = parsed(text, tlds)
  if (words.length === 0) return []
  const ordered = named === undefined ? tlds : [named, ...tlds.filter((tld) => tld !== named)]
  const ranked = labelsOf(words).flatMap((label, position) =>
    ordered.map((tld, index) => ({ name: `${label}.${tld}`, rank: position + 2 * index }))
  )
  return ranked.toSorted((a, b) => a.rank - b.rank).slice(0, limit * namesPerWanted).map(({ name }) => name)
}
