"""Writes the three rings of a Swift with one disk. Run once per folder, before the servers start."""
import sys
from swift.common.ring import RingBuilder

folder, ports = sys.argv[1], [int(port) for port in sys.argv[2:5]]
for name, port in zip(('account', 'container', 'object'), ports):
    # 2**4 partitions and one replica, which are rebalanced at once.
    builder = RingBuilder(4, 1, 1)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': port, 'device': 'disk', 'weight': 1.0,
                     'replication_ip': '127.0.0.1', 'replication_port': port, 'meta': ''})
    builder.rebalance(seed=1)
    builder.get_ring().save(f'{folder}/{name}.ring.gz')
