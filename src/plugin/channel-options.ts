/** The options of gRPC channels (docs/providers.md#channel-options). gRPC does not retry, because patient-provider.ts does. */
export const channelOptions = {
  "grpc.max_receive_message_length": -1,
  "grpc.max_send_message_length": -1,
  "grpc.enable_http_proxy": 0,
  "grpc.enable_retries": 0,
  "grpc.enable_channelz": 0,
  "grpc.use_local_subchannel_pool": 1,
  "grpc-node.flow_control_window": 16 * 1024 * 1024,
};
