import { claimsOnSqlite } from "./ClaimsPlatform.ts"
import { claimSuite } from "./claimSuite.ts"

claimSuite("SQLite", claimsOnSqlite)
