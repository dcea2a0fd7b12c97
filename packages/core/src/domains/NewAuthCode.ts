import { Effect } from "effect"
import type { Instant } from "../shared/index.ts"
import { generateAuthCode, IsoDuration, type TldSpec } from "../tlds/index.ts"

/** A code of the platform's making; null where the registry makes codes, or knows none. */
export const newAuthCode = (spec: TldSpec): Effect.Effect<string | null> =>
  spec.transfer_policies.authinfo_set_by_registrar ? generateAuthCode(spec) : Effect.succeed(null)

/** When a code that is set now stops to count; null for never, and where there is no code. */
export const authCodeExpiry = (
  { transfer_policies }: TldSpec,
  code: string | null,
  now: Instant.Instant
): Instant.Instant | null =>
  code !== null && transfer_policies.authinfo_time_limited === true
    ? IsoDuration.addTo(now, transfer_policies.authinfo_validity_period)
    : null
