import { domainCreate } from "./register/DomainCreateCommands.ts"
import { domainTransfer } from "./transfer/DomainTransferCommands.ts"
import { domainUpdate } from "./update/DomainUpdateCommands.ts"

/** Commands about domains. */
export const domainCommands = [domainCreate, domainUpdate, domainTransfer] as const
