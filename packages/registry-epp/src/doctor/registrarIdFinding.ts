import type { RegistrarId } from "@namewright/core/registry"
import { Instant, Text } from "@namewright/core/shared"
import { advice, fine, type RegistryFinding } from "./RegistryFinding.ts"

/** How the registry names the account: the configured id, and the ids that it was seen to use, the oldest first. */
export const registrarIdFinding = (registrar: string, ids: ReadonlyArray<RegistrarId>): RegistryFinding => {
  if (ids.length === 0) return advice("Registrar id", `${registrar} is configured; no answer has shown it yet`)
  const shown = ids.map(described).join("; ")
  return ids.every(({ registrar_id }) => Text.foldCase(registrar_id) === Text.foldCase(registrar))
    ? fine("Registrar id", shown)
    : advice("Registrar id", `${registrar} is configured; the registry writes ${shown}`)
}

const described = ({ registrar_id, seen_on, seen_with }: RegistrarId): string =>
  `${registrar_id}, seen with ${seen_with} on ${Instant.format(seen_on).slice(0, 10)}`
