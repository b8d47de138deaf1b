-- The wire's two words for somebody without a tier (A§3): whoever has such a row may not upload (B§6).
alter table membership drop constraint membership_tier_check;
alter table membership add constraint membership_tier_check
  check (tier in ('starter', 'pro', 'unlimited', 'backer', 'free', 'none'));
