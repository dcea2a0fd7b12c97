import type { OperationRules } from "../../shared/OperationRules.ts"

/** Sentence in the description of an operation about the rights that it needs; undefined for callers without credential. */
export const rightsSentence = ({ caller, rights }: OperationRules): string | undefined => {
  if (caller === "anyone") return undefined
  const needed = rights.map((right) => `\`${right}\``).join(" and ")
  if (caller === "user" || caller === "person") {
    return `For people who have signed in${needed === "" ? "" : `; needs ${needed}`}.`
  }
  return needed === "" ? "Any valid credential may call this." : `Needs ${needed}.`
}
