import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ShowcaseItem as ShowcaseItemView, Tier } from '@geodes/contracts';

/** A geode of the owner's own collection, which is not for sale. */
@Entity('showcase_item')
@Index('showcase_item_by_age', ['createdAt', 'id'])
export class ShowcaseItem {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'showcase_item_pkey' })
  id!: string;

  @Column('text')
  title!: string;

  @Column('text')
  description!: string;

  @Column('text', { array: true, default: '{}' })
  images!: string[];

  @Column('text', { name: 'video_url', nullable: true })
  videoUrl!: string | null;

  @Column('text', { nullable: true })
  tier!: Tier | null;

  @Column('timestamp with time zone', { name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamp with time zone', { name: 'updated_at', precision: 3, default: () => 'now()' })
  updatedAt!: Date;
}

/** Maps an item to its form in the API. */
export const showcaseItemView = (item: ShowcaseItem): ShowcaseItemView => ({
  ...item,
  createdAt: item.createdAt.toISOString(),
  updatedAt: item.updatedAt.toISOString(),
});
