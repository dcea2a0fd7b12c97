import { Effect, Result } from "effect"
import { expandedElements } from "./expandedElements.ts"
import { readSvg, type SvgElement, SvgRefused } from "./readSvg.ts"
import { type ClassRules, classRulesOf, type Declarations, declarationsOf } from "./styleRules.ts"
import { isHarmlessValue, isLocalReference, styleProperties, svgAttributes, svgElements } from "./svgAllowlist.ts"

/** Most elements of a file with all copies of `use`. */
const maximumExpanded = 100_000

/**
 * A file of SVG reduced to elements and attributes that run no script and load nothing. Rules of style sheets with plain
 * classes become attributes; a file with other rules is refused, because it would look different without them.
 */
export const sanitizedSvg = (bytes: Uint8Array): Effect.Effect<Uint8Array, SvgRefused> =>
  Effect.gen(function*() {
    const root = yield* readSvg(bytes)
    const rules = yield* rulesOf(root)
    const kept = keptElement(root, rules)
    if (expandedElements(kept) > maximumExpanded) {
      return yield* new SvgRefused({ reason: `It draws more than ${maximumExpanded} elements` })
    }
    return new TextEncoder().encode(
      `${written({ ...kept, attributes: new Map([["xmlns", "http://www.w3.org/2000/svg"], ...kept.attributes]) })}\n`
    )
  })

/** Rules of all style sheets of a file. */
const rulesOf = (root: SvgElement): Effect.Effect<ClassRules, SvgRefused> => {
  const sheets = styleSheetsOf(root).map(classRulesOf)
  const failed = sheets.find(Result.isFailure)
  return failed === undefined
    ? Effect.succeed(sheets.flatMap((sheet) => Result.getOrElse(sheet, () => [])))
    : Effect.fail(new SvgRefused({ reason: `Its style sheet has a rule that is not for a class: ${failed.failure}` }))
}

const styleSheetsOf = ({ children, name }: SvgElement): ReadonlyArray<string> =>
  name === "style"
    ? [children.filter((child) => typeof child === "string").join("")]
    : children.flatMap((child) => typeof child === "string" ? [] : styleSheetsOf(child))

const keptElement = (element: SvgElement, rules: ClassRules): SvgElement => ({
  name: element.name,
  attributes: keptAttributes(element, rules),
  children: element.children.flatMap((child): ReadonlyArray<SvgElement | string> => {
    if (typeof child === "string") return holdsText.has(element.name) ? [child] : []
    return svgElements.has(child.name) ? [keptElement(child, rules)] : []
  })
})

const holdsText: ReadonlySet<string> = new Set(["text", "tspan", "textPath", "title", "desc"])

/** Attributes, with the rules of the classes before the own declarations, as in a style sheet. */
const keptAttributes = ({ attributes }: SvgElement, rules: ClassRules): ReadonlyMap<string, string> => {
  const classes = new Set((attributes.get("class") ?? "").split(/\s+/))
  const styles: Declarations = [
    ...rules.flatMap(([name, declarations]) => classes.has(name) ? declarations : []),
    ...declarationsOf(attributes.get("style") ?? "")
  ]
  const own = [...attributes].filter(([name, value]) => {
    if (name === "href") return isLocalReference(value)
    if (name === "id") return /^[A-Za-z_][\w.:-]*$/.test(value)
    return svgAttributes.has(name) && (name.startsWith("aria-") || isHarmlessValue(value))
  })
  return withMaskType(new Map([...own, ...styles.filter(([name]) => styleProperties.has(name))]))
}

/** Writes the type of a mask as a style: `resvg` ignores the attribute. */
const withMaskType = (attributes: Map<string, string>): ReadonlyMap<string, string> => {
  const type = attributes.get("mask-type")
  if (type !== "alpha" && type !== "luminance") return attributes
  attributes.delete("mask-type")
  return attributes.set("style", `mask-type:${type}`)
}

const written = ({ attributes, children, name }: SvgElement): string => {
  const members = [...attributes].map(([key, value]) => ` ${key}="${escaped(value)}"`).join("")
  const inner = children.map((child) => typeof child === "string" ? escaped(child) : written(child)).join("")
  return inner === "" ? `<${name}${members}/>` : `<${name}${members}>${inner}</${name}>`
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "\"": "&quot;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;"
}

const escaped = (text: string): string => text.replaceAll(/[&<>"\t\n\r]/g, (character) => escapes[character] ?? "")
