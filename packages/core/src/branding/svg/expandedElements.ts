import type { SvgElement } from "./readSvg.ts"

/** References of which each leads to an element with the next one. More would need a deep stack to count or draw. */
const longestChain = 200

/**
 * Elements that a program draws, with the copies that `use` makes. Infinity for elements that contain themselves, and for
 * long chains of references. A file of one kilobyte can otherwise make a billion copies.
 */
export const expandedElements = (root: SvgElement): number => {
  const byId = new Map<string, SvgElement>()
  const collect = (element: SvgElement): void => {
    const id = element.attributes.get("id")
    if (id !== undefined && !byId.has(id)) byId.set(id, element)
    for (const child of element.children) if (typeof child !== "string") collect(child)
  }
  collect(root)
  const counted = new Map<SvgElement, number>()
  const count = (element: SvgElement, references: number): number => {
    const known = counted.get(element)
    if (known !== undefined) return known
    if (references > longestChain) return Number.POSITIVE_INFINITY
    // Found again before its own count ends: it contains itself.
    counted.set(element, Number.POSITIVE_INFINITY)
    const inner = element.children.reduce(
      (sum, child) => typeof child === "string" ? sum : sum + count(child, references),
      1
    )
    const total = referencesOf(element).reduce((sum, id) => {
      const target = byId.get(id)
      return target === undefined ? sum : sum + count(target, references + 1)
    }, inner)
    counted.set(element, total)
    return total
  }
  return count(root, 0)
}

/** Ids that an element draws again: those of `href`, patterns, masks, markers and clip paths. */
const referencesOf = ({ attributes }: SvgElement): ReadonlyArray<string> =>
  [...attributes].flatMap(([name, value]) =>
    name === "href"
      ? [value.trim().slice(1)]
      : [...value.matchAll(/url\(\s*["']?#([\w.:-]+)/g)].map(([, id = ""]) => id)
  )
