import type { RegistrarId } from "@namewright/core/registry"
import { Instant, Text } from "@namewright/core/shared"

/** One finding of the examination of a registry. Texts contain no secrets. */
export interface RegistryFinding {
  readonly about:
    | "Connection"
    | "Certificate"
    | "Own certificate"
    | "Greeting"
    | "Clock"
    | "Login"
    | "Objects"
    | "Extensions"
    | "Tokens"
    | "Check"
    | "Limits"
    | "Registrar id"
  readonly verdict: "fine" | "advice" | "problem"
  readonly explanation: string
}

type Verdict = RegistryFinding["verdict"]

/** Creates findings with one verdict. */
export const finding =
  (verdict: Verdict) => (about: RegistryFinding["about"], explanation: string): RegistryFinding => ({
    about,
    verdict,
    explanation
  })

export const [fine, advice, problem] = [finding("fine"), finding("advice"), finding("problem")]

/** Finding about the registrar ids of the account: the configured one, and those seen in responses, the oldest first. */
export const registrarIdFinding = (registrar: string, ids: ReadonlyArray<RegistrarId>): RegistryFinding => {
  if (ids.length === 0) return advice("Registrar id", `${registrar} is configured; no answer has shown it yet`)
  const shown = ids.map(described).join("; ")
  return ids.every(({ registrar_id }) => Text.foldCase(registrar_id) === Text.foldCase(registrar))
    ? fine("Registrar id", shown)
    : advice("Registrar id", `${registrar} is configured; the registry writes ${shown}`)
}

const described = ({ registrar_id, seen_on, seen_with }: RegistrarId): string =>
  `${registrar_id}, seen with ${seen_with} on ${Instant.format(seen_on).slice(0, 10)}`
