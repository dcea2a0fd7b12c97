import { domainCreate } from "./register/DomainCreateCommands.ts"
import { domainTransfer } from "./transfer/DomainTransferCommands.ts"
import { domainUpdate } from "./update/DomainUpdateCommands.ts"

export const domainCommands = [domainCreate, domainUpdate, domainTransfer] as const
