import type { ZoneKey } from "./ZoneKey.ts"
import type { ZoneSigningProgress } from "./ZoneSigningState.ts"

/**
 * The keys whose DS the zone above may have: while every nameserver has served them since before the submission, and
 * nobody is taking the DS away.
 */
export const delegatedKeys = <K extends Pick<ZoneKey, "is_delegated">>(
  progress: Pick<ZoneSigningProgress, "is_exposed" | "state"> | undefined,
  keys: ReadonlyArray<K>
): ReadonlyArray<K> => {
  switch (progress?.state ?? "unsigned") {
    case "unsigned":
    case "retreating":
    case "withdrawing":
    case "withdrawn":
      return []
    case "signing":
      return progress?.is_exposed === true ? keys.filter((key) => key.is_delegated) : []
    default:
      return keys.filter((key) => key.is_delegated)
  }
}
