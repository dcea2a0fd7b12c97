import type { TransferRecord } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import type { TransferData } from "../message/ResponseData.ts"

/** Transfer data of responses (RFC 5730, section 2.9.3.4). */
export const transferData = (transfer: TransferRecord): TransferData => ({
  status: transfer.status,
  requester: transfer.gaining,
  requestedOn: Instant.format(transfer.requested_on),
  actor: transfer.actor,
  actsOn: Instant.format(transfer.acts_on)
})
