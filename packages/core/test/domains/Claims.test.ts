import { claimsSuite } from "./claimsSuite.ts"
import { onSqlite } from "./DomainsPlatform.ts"

claimsSuite("sqlite", onSqlite)
