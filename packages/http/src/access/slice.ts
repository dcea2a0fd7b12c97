import { Layer } from "effect"
import { slice } from "../shared/slice.ts"
import { AccessTokensApi } from "./AccessTokensApi.ts"
import * as AccessTokensHandlers from "./AccessTokensHandlers.ts"
import { ApiKeysApi } from "./ApiKeysApi.ts"
import * as ApiKeysHandlers from "./ApiKeysHandlers.ts"
import { UsersApi } from "./UsersApi.ts"
import * as UsersHandlers from "./UsersHandlers.ts"

export const accessSlice = slice(
  [AccessTokensApi, ApiKeysApi, UsersApi],
  Layer.mergeAll(AccessTokensHandlers.layer, ApiKeysHandlers.layer, UsersHandlers.layer)
)
