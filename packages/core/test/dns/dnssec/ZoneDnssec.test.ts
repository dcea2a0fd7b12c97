import { onSqlite } from "./SigningPlatform.ts"
import { signingSuite } from "./signingSuite.ts"

signingSuite("sqlite", onSqlite)
