import type { FieldInfo } from '../../encoding/manifest.js';
import { specField } from '../../model/fields.js';
import type { Sections } from '../../storage/section-store.js';
import { Pauses } from '../../work/pauses.js';
import type { Section } from '../section.js';
import { SegmentField } from '../segment-field.js';
import type { Extents } from './extents.js';
import { type MemberColumn, readExtents } from './read-extents.js';

/** The fields of the members of a spec; undefined for one that no row has. */
export interface SpecMembers {
  readonly value: SegmentField | undefined;
  readonly min: SegmentField | undefined;
  readonly max: SegmentField | undefined;
}

/** The field `range` of a spec of which some part has an interval: computed from the members when it is first needed. */
export class RangeField extends SegmentField {
  override readonly extents: Section<Extents>;
  override readonly numbers = this.derived('dictionary', async () => (await this.extents.load()).numbers);
  override readonly codes = this.derived('codes', async () => (await this.extents.load()).codes);

  constructor(store: Sections, path: string, key: string, members: SpecMembers, rowCount: number) {
    const info = new RangeInfo(specField(key, 'range'), members);
    super(store, `${path}/fields/${info.name}`, info, rowCount);
    this.extents = this.derived('extents', async () => {
      const [value, min, max] = await Promise.all([members.value, members.min, members.max].map(columnOf));
      return (info.extents = await new Pauses().run(readExtents(this.path, { value, min, max }, rowCount)));
    });
  }
}

async function columnOf(field: SegmentField | undefined): Promise<MemberColumn | undefined> {
  if (!field) return undefined;
  const [numbers, codes] = await Promise.all([field.numbers.load(), field.codes.load()]);
  return { numbers, codes };
}

/** What is known of a range field: before it is loaded, lower bounds. */
class RangeInfo implements FieldInfo {
  readonly kind = 'number';
  /** A part may meet two values with one interval. */
  readonly multiValued = true;
  extents: Extents | undefined = undefined;

  constructor(
    readonly name: string,
    private readonly members: SpecMembers,
  ) {}

  get values(): number {
    return this.extents?.numbers.size ?? this.most('values');
  }

  get rowCount(): number {
    return this.extents?.rowCount ?? this.most('rowCount');
  }

  private most(count: 'values' | 'rowCount'): number {
    const { value, min, max } = this.members;
    return Math.max(value?.info[count] ?? 0, min?.info[count] ?? 0, max?.info[count] ?? 0);
  }
}
