export declare const LIMITS: {
 readonly leaderboard: {
  readonly by: "address";
  readonly perMinute: 60;
 };
 readonly join: {
  readonly by: "wallet";
  readonly perMinute: 60;
 };
 readonly stake: {
  readonly by: "wallet";
  readonly perMinute: 60;
 };
 readonly tournament: {
  readonly by: "wallet";
  readonly perMinute: 60;
 };
 readonly lineup: {
  readonly by: "wallet";
  readonly perMinute: 20;
 };
 readonly league: {
  readonly by: "wallet";
  readonly perMinute: 30;
 };
 readonly leagueCode: {
  readonly by: "address";
  readonly perMinute: 10;
 };
 readonly report: {
  readonly by: "address";
  readonly perMinute: 60;
 };
 readonly adminList: {
  readonly by: "wallet";
  readonly perMinute: 60;
 };
};
export type LimitName = keyof typeof LIMITS;
