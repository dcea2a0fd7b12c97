import { registration } from "../shared/registration.ts"
import { AccessTokensApi } from "./AccessTokensApi.ts"
import { ApiKeysApi } from "./ApiKeysApi.ts"
import { IpRestrictionsApi } from "./IpRestrictionsApi.ts"
import { RolesApi } from "./RolesApi.ts"
import { UsersApi } from "./UsersApi.ts"

export const accessSlice = [
  registration(AccessTokensApi, () => import("./AccessTokensHandlers.ts")),
  registration(ApiKeysApi, () => import("./ApiKeysHandlers.ts")),
  registration(IpRestrictionsApi, () => import("./IpRestrictionsHandlers.ts")),
  registration(RolesApi, () => import("./RolesHandlers.ts")),
  registration(UsersApi, () => import("./UsersHandlers.ts"))
] as const
