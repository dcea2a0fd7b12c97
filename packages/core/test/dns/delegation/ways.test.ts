import { claimsOnSqlite } from "../ownership/ClaimsPlatform.ts"
import { waysSuite } from "./waysSuite.ts"

waysSuite("SQLite", claimsOnSqlite)
