import { vanityOnSqlite } from "./VanityPlatform.ts"
import { vanitySuite } from "./vanitySuite.ts"

vanitySuite("sqlite", vanityOnSqlite)
