import { claimsOnSqlite } from "./ClaimsPlatform.ts"
import { holderSuite } from "./holderSuite.ts"

holderSuite("sqlite", claimsOnSqlite)
