import { Context } from "effect"
import type { RotatingKeyStore } from "../access/index.ts"
import type { ApprovalKey } from "./ApprovalKey.ts"

/** Storage port of the keys of approval tokens. */
export class ApprovalKeyStore extends Context.Service<ApprovalKeyStore, RotatingKeyStore<ApprovalKey>>()(
  "@namewright/core/approvals/ApprovalKeyStore"
) {}
