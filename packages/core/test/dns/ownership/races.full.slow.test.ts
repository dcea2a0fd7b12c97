import { claimsOnSqlite } from "./ClaimsPlatform.ts"
import { raceSuite } from "./raceSuite.ts"

raceSuite("sqlite", claimsOnSqlite, 1000)
