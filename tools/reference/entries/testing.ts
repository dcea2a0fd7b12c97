/**
 * The test kit for hosts.
 *
 * @module Testing
 */
export * from "@namewright/testing"
