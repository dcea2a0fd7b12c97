import { maskedSecrets } from "@namewright/core/shared"

/** Masks the secret members of a value at every depth, such as in the commands of a batch. */
export const withoutSecrets = (value: unknown): unknown => maskedSecrets(value, "(not shown)")
