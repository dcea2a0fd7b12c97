import { contactHandlers } from "./contacts.ts"
import { domainCheck } from "./domain/domainCheck.ts"
import { domainCreate } from "./domain/domainCreate.ts"
import { domainDelete } from "./domain/domainDelete.ts"
import { domainInfo } from "./domain/domainInfo.ts"
import { domainRenew } from "./domain/domainRenew.ts"
import { domainTransfer } from "./domain/domainTransfer.ts"
import { domainUpdate } from "./domain/domainUpdate.ts"
import type { Handlers } from "./Handlers.ts"
import { hostHandlers } from "./hosts.ts"
import { pollHandlers } from "./poll/pollHandlers.ts"

/** Handlers of all commands of a logged-in registrar. */
export const allHandlers: Handlers = {
  DomainCheck: domainCheck,
  DomainInfo: domainInfo,
  DomainCreate: domainCreate,
  DomainUpdate: domainUpdate,
  DomainRenew: domainRenew,
  DomainTransfer: domainTransfer,
  DomainDelete: domainDelete,
  ...contactHandlers,
  ...hostHandlers,
  ...pollHandlers
}
