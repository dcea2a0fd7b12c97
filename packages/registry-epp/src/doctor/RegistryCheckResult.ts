import type { RegistrarId } from "@namewright/core/registry"
import { Instant, Text } from "@namewright/core/shared"

/** Result of one check of a registry. Texts contain no secrets. */
export interface RegistryCheckResult {
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

type Verdict = RegistryCheckResult["verdict"]

/** Creates results with one verdict. */
export const result =
  (verdict: Verdict) => (about: RegistryCheckResult["about"], explanation: string): RegistryCheckResult => ({
    about,
    verdict,
    explanation
  })

export const [fine, advice, problem] = [result("fine"), result("advice"), result("problem")]

/** Result about the registrar ids of the account: the configured one, and those seen in responses, the oldest first. */
export const registrarIdResult = (registrar: string, ids: ReadonlyArray<RegistrarId>): RegistryCheckResult => {
  if (ids.length === 0) return advice("Registrar id", `${registrar} is configured; no answer has shown it yet`)
  const shown = ids.map(described).join("; ")
  return ids.every(({ registrar_id }) => Text.foldCase(registrar_id) === Text.foldCase(registrar))
    ? fine("Registrar id", shown)
    : advice("Registrar id", `${registrar} is configured; the registry writes ${shown}`)
}

const described = ({ registrar_id, seen_on, seen_with }: RegistrarId): string =>
  `${registrar_id}, seen with ${seen_with} on ${Instant.format(seen_on).slice(0, 10)}`
