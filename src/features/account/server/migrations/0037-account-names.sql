-- Tables and columns get the names the code uses.
alter table oidc_journey rename to oidc_state;
alter table oidc_state rename column words_sealed to sign_up_tokens_encrypted;
alter table email_code rename column words_sealed to sign_up_tokens_encrypted;
alter table login_ticket rename column claimed_sealed to claims_encrypted;
alter table identity rename column refresh_sealed to refresh_token_encrypted;
alter table session rename column proved_at to reauthenticated_at;
alter table erasure rename column gone_id to removed_user_id;
alter table erasure rename column asked_at to requested_at;
alter index oidc_journey_user rename to oidc_state_user;
