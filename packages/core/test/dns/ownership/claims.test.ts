import { claimsOnSqlite } from "./ClaimsPlatform.ts"
import { claimSuite } from "./claimSuite.ts"
import { proofSuite } from "./proofSuite.ts"

claimSuite("SQLite", claimsOnSqlite)
proofSuite("SQLite", claimsOnSqlite)
