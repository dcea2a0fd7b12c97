import type { Schema } from "effect"
import { maskedSecrets } from "../shared/index.ts"

/** A value of a job as it is shown and kept after its end, with masked secrets. */
export const withoutSecrets = <A extends Schema.Json>(value: A): A => maskedSecrets(value, "********") as A
