import { onSqlite } from "./DomainsPlatform.ts"
import { orderQuoteSuite } from "./orderQuoteSuite.ts"

orderQuoteSuite("sqlite", onSqlite)
