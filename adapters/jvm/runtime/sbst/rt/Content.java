// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.util.Collection;
import java.util.Map;

/**
 * A snapshot of an object's mutable content. Every test may pay for every content, so large ones
 * are assumed to be constant tables: arrays of more elements than {@link #MOST_ELEMENTS} are left
 * alone, collections are restored when their size has changed.
 */
interface Content {
    int MOST_ELEMENTS = 1024;
    int MOST_COMPARED = 64;

    /** Restores it. May run code of the subject (equals and hashCode of keys). */
    void restore() throws Throwable;

    /** Elements by identity; a collection that was not changed is not touched. */
    final class OfCollection implements Content {
        private final Collection<Object> collection;
        private final Object[] elements;

        @SuppressWarnings("unchecked")
        OfCollection(Collection<?> collection) {
            this.collection = (Collection<Object>) collection;
            elements = collection.toArray();
        }

        private boolean isUnchanged() {
            if (collection.size() != elements.length || elements.length > MOST_COMPARED) {
                return collection.size() == elements.length;
            }
            int i = 0;
            for (Object element : collection) {
                if (i == elements.length || element != elements[i++]) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void restore() {
            if (!isUnchanged()) {
                collection.clear();
                for (Object element : elements) {
                    collection.add(element);
                }
            }
        }
    }

    /** Keys and values by identity, in order. */
    final class OfMap implements Content {
        private final Map<Object, Object> map;
        private final Object[] entries;

        @SuppressWarnings("unchecked")
        OfMap(Map<?, ?> map) {
            this.map = (Map<Object, Object>) map;
            entries = new Object[2 * map.size()];
            int i = 0;
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                entries[i++] = entry.getKey();
                entries[i++] = entry.getValue();
            }
        }

        private boolean isUnchanged() {
            if (2 * map.size() != entries.length || map.size() > MOST_COMPARED) {
                return 2 * map.size() == entries.length;
            }
            int i = 0;
            for (Map.Entry<Object, Object> entry : map.entrySet()) {
                if (i == entries.length || entry.getKey() != entries[i++]
                    || entry.getValue() != entries[i++]) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void restore() {
            if (!isUnchanged()) {
                map.clear();
                for (int i = 0; i < entries.length; i += 2) {
                    map.put(entries[i], entries[i + 1]);
                }
            }
        }
    }
}
