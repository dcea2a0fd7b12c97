import { claimsOnSqlite } from "./ClaimsPlatform.ts"
import { treeSuite } from "./treeSuite.ts"

treeSuite("sqlite", claimsOnSqlite)
