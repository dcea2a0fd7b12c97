import { Result } from "effect"
import { isHarmlessValue, styleProperties } from "./svgAllowlist.ts"

/** Properties with their values. */
export type Declarations = ReadonlyArray<readonly [name: string, value: string]>

/** Declarations of each class, in the order of the rules. */
export type ClassRules = ReadonlyArray<readonly [className: string, declarations: Declarations]>

/** Properties of a `style` attribute or of a rule that are kept. */
export const declarationsOf = (text: string): Declarations =>
  text.split(";").flatMap((declaration) => {
    const colon = declaration.indexOf(":")
    const name = declaration.slice(0, colon).trim().toLowerCase()
    const value = declaration.slice(colon + 1).replace(/!\s*important\s*$/i, "").trim()
    return colon > 0 && value !== "" && styleProperties.has(name) && isHarmlessValue(value)
      ? [[name, value] as const]
      : []
  })

/**
 * Rules of a style sheet whose selectors are classes, such as `.a, .b { fill: red }`. Fails with the selector or the
 * at-rule of any other one.
 */
export const classRulesOf = (css: string): Result.Result<ClassRules, string> => {
  let rest = css.replaceAll(/\/\*[^]*?\*\/|<!--|-->/g, " ").trim()
  const rules: Array<readonly [string, Declarations]> = []
  while (rest !== "") {
    const rule = /^([^{}]*)\{([^{}]*)\}/.exec(rest)
    const prelude = (rule?.[1] ?? rest.split(/[{;]/)[0] ?? "").trim()
    const selectors = prelude.split(",").map((selector) => selector.trim())
    if (rule === null || !selectors.every((selector) => classSelector.test(selector))) {
      return Result.fail(prelude.slice(0, 100))
    }
    const declarations = declarationsOf(rule[2] ?? "")
    for (const selector of selectors) rules.push([selector.slice(1), declarations])
    rest = rest.slice(rule[0].length).trim()
  }
  return Result.succeed(rules)
}

const classSelector = /^\.-?[A-Za-z_][\w-]*$/
